import type { Tool, ToolEffect } from "#lib/agents/tool.ts";
import { TOOLS } from "#lib/agents/tools.ts";
import { inlineJsonSchema, type JsonSchema } from "./json-schemas.ts";

/** A tool as `tools/list` returns it (MCP specification, "Tools", "Data Types"). */
interface ToolDefinition {
  name: string;
  title: string;
  description: string;
  inputSchema: JsonSchema;
  outputSchema: JsonSchema;
  annotations: object;
}

/** Hints for clients about the effects of a tool, for example to ask the user before some calls. */
const ANNOTATIONS: Record<ToolEffect, object> = {
  read: { readOnlyHint: true, openWorldHint: false },
  create: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  change: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  delete: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
};

/** The tools of the MCP server, as it returns them. */
export const mcpTools = (): ToolDefinition[] => TOOLS.map(definitionOf);

const definitionOf = ({ name, title, description, effect, input, output }: Tool): ToolDefinition => ({
  name,
  title,
  description,
  inputSchema: inlineJsonSchema(input, "input"),
  outputSchema: inlineJsonSchema(output, "output"),
  annotations: { title, ...ANNOTATIONS[effect] },
});
