/**
 * The layers of `lib/`, bottom first. A folder imports from lower layers and from itself; folders of one layer don't import each
 * other. `docs/architecture.md` shows them as a picture.
 */
const LAYERS = [
  ["failures", "scopes"],
  ["caller"],
  ["platform"],
  ["table"],
  ["availability", "lists", "timers"],
  ["audit", "claims", "http"],
  ["consumers", "pages"],
  ["documents", "users"],
  ["credentials", "schedules", "sign-in", "teams"],
  ["api-keys", "memberships", "oauth"],
  ["authorizer", "event-types", "events"],
  ["limits"],
  ["slots"],
  ["bookings"],
  ["agents", "webhooks"],
  ["account", "releases", "workers"],
  ["operations"],
];

/** The emulator of AWS, which runs any CDK template. The other files of `infra/local/` connect it with this project. */
const EMULATOR =
  "^infra/local/((aws|events|gateway|lambda|template)/|(api-server|one-or-more|start-error|stream-index|ttl-sweeper|wildcard)[.]ts$)";

const anyOf = (names) => `^lib/(${names.join("|")})(?:/|[.]ts$)`;

const layerRules = LAYERS.map((folders, level) => ({
  name: `layer-${level + 1}`,
  comment: `${folders.join(", ")}: import from lower layers of lib/ only (LAYERS in this file).`,
  severity: "error",
  from: { path: anyOf(folders) },
  to: {
    path: "^lib/",
    pathNot: [...(level === 0 ? [] : [anyOf(LAYERS.slice(0, level).flat())]), "^lib/$1(?:/|[.]ts$)"],
  },
}));

export default {
  forbidden: [
    ...layerRules,
    {
      name: "every-folder-has-a-layer",
      comment: "Add the folder to LAYERS in this file.",
      severity: "error",
      from: {},
      to: { path: "^lib/", pathNot: anyOf(LAYERS.flat()) },
    },
    {
      name: "schemas-are-in-schema-ts",
      comment: "The file of a resource's API schemas is schema.ts, that of its stored item entity.ts.",
      severity: "error",
      from: {},
      to: { path: "^lib/.*/model\\.ts$" },
    },
    {
      name: "no-circular",
      comment: "Type imports count, too.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "lib-imports-lib",
      severity: "error",
      from: { path: "^lib/" },
      to: { path: "^(functions|infra|test|bench|client)/" },
    },
    {
      name: "emulator-imports-itself",
      comment: "The emulator of AWS does not depend on this project.",
      severity: "error",
      from: { path: EMULATOR },
      to: { path: "^(lib|functions|infra|client)/", pathNot: EMULATOR },
    },
    {
      name: "functions-do-not-import-operations",
      comment: "lib/operations is the command line's; no Lambda function bundles it.",
      severity: "error",
      from: { path: "^functions/" },
      to: { path: "^lib/operations/" },
    },
    {
      name: "product-does-not-import-tests",
      severity: "error",
      from: { path: "^(lib|functions|infra|client)/" },
      to: { path: "^(test|bench)/" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { extensions: [".ts", ".mjs", ".js", ".json"] },
  },
};
