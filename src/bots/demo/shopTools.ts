import {
  acceptedContent,
  type CallToolResult,
  fromJsonSchema,
  inputRequired,
  McpServer,
  type McpServerFactory,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { DemoPace } from "./demoPace.ts";
import { step } from "./demoPace.ts";
import { findWare, priceOf, wareNames } from "./shopStock.ts";

/** Tools of the shop that only a conversation can answer. */
export const shopConversationTools: ReadonlySet<string> = new Set(["negotiate"]);

const itemSchema = fromJsonSchema<{ item: string }>({
  type: "object",
  properties: { item: { type: "string", description: `One of: ${wareNames.join(", ")}` } },
  required: ["item"],
});

const orderSchema = fromJsonSchema<{ item: string; quantity?: number; destination?: string }>({
  type: "object",
  properties: {
    item: { type: "string", description: "What to buy" },
    quantity: { type: "integer", minimum: 1, maximum: 1000, default: 1 },
    destination: { type: "string", description: "Town of delivery" },
  },
  required: ["item"],
});

/** The tools of Acme's shop: a plain one, a slow one with progress, one that fails, one that asks back, a large one. */
export function shopTools(pace: DemoPace): McpServerFactory {
  return () => {
    const server = new McpServer(
      { name: "acme-shop", version: "1.0.0" },
      {
        capabilities: { tools: {} },
        instructions: "Ask availability and quote before you order.",
        cacheHints: { "tools/list": { ttlMs: 300_000, cacheScope: "public" } },
      },
    );
    addAvailability(server);
    addQuote(server);
    addInspect(server, pace);
    addRefund(server);
    addOrder(server);
    addNegotiate(server);
    addCatalogue(server);
    return server;
  };
}

function addAvailability(server: McpServer): void {
  server.registerTool(
    "availability",
    { description: "Items in stock", inputSchema: itemSchema, annotations: { readOnlyHint: true } },
    ({ item }) => {
      const ware = findWare(item);
      return ware === undefined
        ? failure(`Acme does not sell "${item}".`)
        : text(`${ware.inStock} ${plural(item)} are in stock.`);
    },
  );
}

function addQuote(server: McpServer): void {
  server.registerTool(
    "quote",
    {
      description: "Price of an order with delivery",
      inputSchema: orderSchema,
      outputSchema: fromJsonSchema({
        type: "object",
        properties: { currency: { type: "string" }, total: { type: "number" } },
        required: ["currency", "total"],
      }),
      annotations: { readOnlyHint: true },
    },
    ({ item, quantity = 1, destination = "Lisbon" }) => {
      const ware = findWare(item);
      if (ware === undefined) return failure(`Acme does not sell "${item}".`);
      const total = priceOf(ware, quantity);
      return {
        content: [{ type: "text", text: `EUR ${total}, delivered to ${destination} within 5 days.` }],
        structuredContent: { currency: "EUR", total },
      };
    },
  );
}

function addInspect(server: McpServer, pace: DemoPace): void {
  server.registerTool(
    "inspect",
    { description: "Looks at an item closely: slow, with progress", inputSchema: itemSchema },
    ({ item }, context) => inspect(pace, item, context),
  );
}

async function inspect(pace: DemoPace, item: string, context: ServerContext): Promise<CallToolResult> {
  const { _meta, signal } = context.mcpReq;
  const progressToken = _meta?.progressToken;
  const looks = ["taken from the shelf", "weighed", "measured", "photographed"];
  for (const [index, message] of looks.entries()) {
    if (!(await step(pace, signal))) break;
    if (progressToken !== undefined)
      await context.mcpReq.notify({
        method: "notifications/progress",
        params: { progressToken, progress: index + 1, total: looks.length, message },
      });
  }
  return text(`The ${item} is in perfect condition.`);
}

function addRefund(server: McpServer): void {
  server.registerTool(
    "refund",
    {
      description: "Refunds an order: always fails, as a tool does",
      inputSchema: fromJsonSchema<{ order: string }>({
        type: "object",
        properties: { order: { type: "string" } },
        required: ["order"],
      }),
    },
    ({ order }) => failure(`Order ${order} was delivered more than 30 days ago and cannot be refunded.`),
  );
}

function addOrder(server: McpServer): void {
  server.registerTool(
    "order",
    { description: "Buys an item, and asks for what it needs to know", inputSchema: orderSchema },
    (args, context) => order(args, context),
  );
}

/** One round asks, the next one orders: `requestState` carries the order between them. */
function order(
  { item, quantity = 1 }: { item: string; quantity?: number },
  context: ServerContext,
): CallToolResult | ReturnType<typeof inputRequired> {
  const answers = context.mcpReq.inputResponses;
  if (answers === undefined) {
    return inputRequired({
      inputRequests: {
        delivery: inputRequired.elicit({
          message: `Where shall ${quantity} ${plural(item)} be delivered?`,
          requestedSchema: {
            type: "object",
            properties: {
              address: { type: "string", title: "Address" },
              express: { type: "boolean", title: "Express" },
            },
            required: ["address"],
          },
        }),
      },
      requestState: `order:${item}:${quantity}`,
    });
  }
  const delivery = acceptedContent<{ address: string; express?: boolean }>(answers, "delivery");
  if (delivery === undefined) return text("Nothing was ordered.");
  return text(
    `Ordered: ${quantity} ${plural(item)} to ${delivery.address}${delivery.express === true ? ", by express" : ""}.`,
  );
}

function addNegotiate(server: McpServer): void {
  server.registerTool(
    "negotiate",
    { description: "Talks about the price: needs a conversation", inputSchema: itemSchema },
    ({ item }) => text(`For ten ${plural(item)} and more there is a discount of 5 %.`),
  );
}

function addCatalogue(server: McpServer): void {
  server.registerTool(
    "catalogue",
    {
      description: "The catalogue, as many times as wanted: from about 70 copies on it is too large to be sent",
      inputSchema: fromJsonSchema<{ copies: number }>({
        type: "object",
        properties: { copies: { type: "integer", minimum: 1, maximum: 500 } },
        required: ["copies"],
      }),
    },
    ({ copies }) =>
      text(
        `${wareNames.join(", ")}. Ask quote for prices, availability for the stock of the day.\n`.repeat(copies * 2),
      ),
  );
}

function text(value: string): CallToolResult {
  return { content: [{ type: "text", text: value }], isError: false };
}

/** A failing tool is a complete result with `isError`, not a JSON-RPC error (MCP 2026-07-28, tools). */
function failure(value: string): CallToolResult {
  return { content: [{ type: "text", text: value }], isError: true };
}

function plural(item: string): string {
  return item.endsWith("s") ? item : `${item}s`;
}
