import { fromJsonSchema, McpServer, type McpServerFactory } from "@modelcontextprotocol/server";

export interface Supplier {
  readonly name: string;
  /** Lead time of an order in days, and the price of a ton of steel in euro. */
  readonly leadDays: number;
  readonly pricePerTon: number;
}

/** What a supplier in the group answers: each its own offer. */
export function supplierTools(supplier: Supplier): McpServerFactory {
  return () => {
    const server = new McpServer(
      { name: supplier.name.toLowerCase().replaceAll(" ", "-"), version: "1.0.0" },
      { capabilities: { tools: {} } },
    );
    server.registerTool(
      "offer",
      {
        description: `An offer of ${supplier.name}`,
        inputSchema: fromJsonSchema<{ tons: number }>({
          type: "object",
          properties: { tons: { type: "number", exclusiveMinimum: 0 } },
          required: ["tons"],
        }),
      },
      ({ tons }) => {
        const total = Math.round(tons * supplier.pricePerTon);
        const text = `${supplier.name} offers ${tons} t of steel for EUR ${total}, in ${supplier.leadDays} days.`;
        return { content: [{ type: "text", text }], isError: false };
      },
    );
    return server;
  };
}
