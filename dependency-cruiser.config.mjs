/**
 * The wings of `lib/`, bottom first. A wing imports from those above it in this list and from itself; wings in one row don't import each other.
 * `docs/architecture.md` says what is in them.
 */
const LAYERS = [
  ["failures", "scopes"],
  ["caller"],
  ["platform"],
  ["storage"],
  ["entry"],
  ["identity"],
  ["calendar"],
  ["bookings"],
  ["delivery", "agents", "mail"],
  ["account", "workers"],
  ["operations"],
];

const anyOf = (names) => `^lib/(${names.join("|")})(?:/|[.]ts$)`;

const layerRules = LAYERS.map((folders, level) => ({
  name: `layer-${level + 1}`,
  comment: `${folders.join(", ")}: import from the wings before it only (LAYERS in this file).`,
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
      name: "every-folder-is-a-wing",
      comment: "Put the folder into a wing, or add a wing to LAYERS in this file.",
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
      to: { path: "^(functions|infra|local-cloud|test|bench|client)/" },
    },
    {
      name: "local-cloud-imports-itself",
      comment: "The emulator of AWS runs any CDK template; it does not depend on this project.",
      severity: "error",
      from: { path: "^local-cloud/" },
      to: { path: "^(lib|functions|infra|client|test|bench)/" },
    },
    {
      name: "local-cloud-is-imported-by-its-exports",
      comment: "Import @almanac/local-cloud, or @almanac/local-cloud/testing/… in tests.",
      severity: "error",
      from: { pathNot: "^local-cloud/" },
      to: { path: "^local-cloud/", pathNot: "^local-cloud/(index[.]ts$|testing/)" },
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
      from: { path: "^(lib|functions|infra|client|local-cloud/(?!test(ing)?/))" },
      to: { path: "^(test|bench|local-cloud/test(ing)?)/" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { extensions: [".ts", ".mjs", ".js", ".json"] },
  },
};
