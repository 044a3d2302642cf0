import { describeCoreContract } from "./kit/contract.ts";
import { frameShapes } from "./kit/frames.ts";
import { recordedWorld } from "./kit/recordedCore.ts";
import { sandboxWorld } from "./kit/sandboxWorld.ts";

for (const shape of frameShapes) {
  describeCoreContract(`a core of the ${shape} shape, from recorded frames`, () => recordedWorld(shape));
  describeCoreContract(`the sandbox over WebSocket in the ${shape} shape`, () => sandboxWorld(shape));
}
describeCoreContract("the sandbox in process", () => sandboxWorld());
