/** Which tools a server has. */
export interface ToolSelection {
  /** Only tools that change nothing. Takes precedence over `only`. */
  readOnly?: boolean | undefined;
  /** Only tools of these names. Absent: all. */
  only?: readonly string[] | undefined;
}

/** The selected ones of the given tools. Throws RangeError for an unknown name. */
export function selectFrom<Tool extends { name: string; effect: string }>(
  tools: readonly Tool[],
  { readOnly = false, only }: ToolSelection,
): Tool[] {
  const unknown = only?.filter((name) => !tools.some((tool) => tool.name === name)) ?? [];
  if (unknown.length > 0) {
    const known = tools.map((tool) => tool.name).join(", ");
    throw new RangeError(`Unknown tool: ${unknown.join(", ")}. Tools: ${known}`);
  }
  return tools.filter(
    (tool) => (!readOnly || tool.effect === "read") && (only === undefined || only.includes(tool.name)),
  );
}
