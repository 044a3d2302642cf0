import { describeCoreContract } from "./contract.ts";
import { frameShapes } from "./frames.ts";
import { recordedWorld } from "./recordedCore.ts";
import { sandboxWorld } from "./sandboxWorld.ts";

for (const shape of frameShapes) {
  describeCoreContract(`a core of the ${shape} shape, from recorded frames`, () => recordedWorld(shape));
  describeCoreContract(`the sandbox over WebSocket in the ${shape} shape`, () => sandboxWorld(shape));
}
describeCoreContract("the sandbox in process", () => sandboxWorld());
