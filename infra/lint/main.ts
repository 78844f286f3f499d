/**
 * Runs `cfn-lint` for templates with every setting, in dev and in prod.
 *
 * Usage: npm run lint:templates
 */
import { hasCfnLint, lintTemplates } from "./lint-templates.ts";
import { ROWS } from "./setting-rows.ts";

if (hasCfnLint()) {
  for (const settings of ROWS) {
    console.log(JSON.stringify(settings));
    if (!(await lintTemplates(settings))) process.exitCode = 1;
  }
} else {
  console.log(
    "cfn-lint is not on the PATH: no template was checked. Install it with `pip install cfn-lint`.",
  );
}
