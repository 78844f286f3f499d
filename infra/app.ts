import { synthesize } from "#infra/synthesize.ts";

const assembly = await synthesize({ validates: true });
for (const stack of assembly.stacks) {
  const { Resources } = stack.template as { Resources: object };
  console.error(`${stack.stackName}: ${Object.keys(Resources).length} resources`);
}
