import { connectWebSocketCore } from "../../../../src/core/websocket/webSocketCore.ts";
import { type ContractWorld, longestText, serviceAnswer } from "./contract.ts";
import { type FrameShape, type Frames, readFrames } from "./frames.ts";
import { type ReceivedCommand, startScriptedServer } from "./scriptedServer.ts";

/** What the session of the recorded frames has come to. */
interface Session {
  isConnected: boolean;
  isJoined: boolean;
}

type Answer = (frames: Frames, session: Session, command: ReceivedCommand) => void;

const directLink = "https://smp15.simplex.im/a#gHq3Zr0b1sVt5uXyWcA2dE4fF6gG8hH0iI1jJ2kK3lM";
const groupLink = "https://smp12.simplex.im/g#gHq3Zr0b1sVt5uXyWcA2dE4fF6gG8hH0iI1jJ2kK3lM";
const plainLink = "https://smp16.simplex.im/a#gHq3Zr0b1sVt5uXyWcA2dE4fF6gG8hH0iI1jJ2kK3lM";

/** A client of a scripted server that plays one session from recorded frames. */
export async function recordedWorld(shape: FrameShape): Promise<ContractWorld> {
  const frames = readFrames(shape);
  const server = await startScriptedServer();
  const session: Session = { isConnected: false, isJoined: false };
  server.onCommand = (command) => {
    const [, answer] = answers.find(([pattern]) => pattern.test(command.cmd)) ?? [];
    if (answer === undefined) command.answer(frames.frame("error.parseError"));
    else answer(frames, session, command);
  };
  const core = connectWebSocketCore(server.url);
  return {
    core,
    botLink: directLink,
    plainLink,
    groupLink,
    dispose: async () => {
      await core.close();
      await server.close();
    },
  };
}

/** The frame of that name, whatever the command was. */
function always(name: string): Answer {
  return (frames, _session, { answer }) => answer(frames.frame(name));
}

/** The answers by command, the first that matches. */
const answers: readonly (readonly [RegExp, Answer])[] = [
  [/^\/u$/, always("activeUser")],
  [
    /^\/_connect plan 1 https:\/\/smp15\S+$/,
    (frames, { isConnected }, { answer }) =>
      answer(frames.frame(isConnected ? "plan.knownContact" : "plan.contactAddress")),
  ],
  [
    /^\/_connect plan 1 https:\/\/smp12\S+$/,
    (frames, { isJoined }, { answer }) => answer(frames.frame(isJoined ? "plan.knownGroup" : "plan.group")),
  ],
  [/^\/_connect plan 1 \S+$/, always("error.invalidLink")],
  [/^\/_prepare contact 1 simplex:\/contact\S+ https:\/\/smp15\S+ \{.*\}$/, always("preparedContact")],
  [/^\/_prepare group 1 simplex:\/contact\S+ https:\/\/smp12\S+ direct=on \{.*\}$/, always("preparedGroup")],
  [
    /^\/_connect contact @4$/,
    (frames, session, { answer, connection }) => {
      session.isConnected = true;
      answer(frames.frame("startedContact"));
      connection.send(frames.frame("event.contactConnecting"));
      connection.send(frames.frame("event.contactSndReady"));
      connection.send(frames.frame("event.contactConnected"));
    },
  ],
  [
    /^\/_connect group #2$/,
    (frames, session, { answer, connection }) => {
      session.isJoined = true;
      // Events of the two connections have no order: here the event is before the response.
      connection.send(frames.frame("event.userJoinedGroup"));
      answer(frames.frame("startedGroup"));
    },
  ],
  [
    /^\/_contacts 1$/,
    (frames, { isConnected }, { answer }) =>
      answer(isConnected ? frames.frame("contacts") : frames.wrap({ ...frames.record("contacts"), contacts: [] })),
  ],
  [
    /^\/_groups 1$/,
    (frames, { isJoined }, { answer }) =>
      answer(isJoined ? frames.frame("groups") : frames.wrap({ ...frames.record("groups"), groups: [] })),
  ],
  [/^\/_members #2$/, always("members")],
  [/^\/_send @4 json .*"quotedItemId":999999/, always("error.invalidQuote")],
  [
    new RegExp(`^/_send @4 json \\[\\{"msgContent":\\{"type":"text","text":"x{${longestText + 1}}`),
    always("error.largeMsg"),
  ],
  [
    /^\/_send @4 json /,
    (frames, _session, { answer, connection }) => {
      answer(frames.frame("sentDirect"));
      connection.send(frames.frame("event.statuses"));
      connection.send(frames.frame("event.reply"));
    },
  ],
  [
    /^\/_send #2 json .*"mentions":\{"acme":11\}/,
    (frames, _session, { answer, connection }) => {
      answer(frames.frame("sentGroup"));
      connection.send(frames.frame("event.groupReply"));
    },
  ],
  [/^\/_send #2 json /, always("error.invalidMention")],
  [
    /^\/_get chat @4 after=101 count=10$/,
    (frames, _session, { answer }) => {
      const response = frames.record("chat") as unknown as { readonly chat: { readonly chatItems: readonly object[] } };
      const chat = { ...response.chat, chatItems: response.chat.chatItems.slice(1) };
      answer(frames.wrap({ ...frames.record("chat"), chat }));
    },
  ],
  [
    /^\/_service_request 1 https:\/\/smp15\S+ timeout=60 \{.*\}$/,
    (frames, _session, { corrId, connection }) => {
      const frame = frames.wrap({ ...frames.record("serviceResponse"), responseData: "here" });
      connection.sendText(JSON.stringify({ corrId, ...frame }).replace('"here"', () => serviceAnswer));
    },
  ],
  [/^\/_service_request 1 https:\/\/smp16\S+ \{.*\}$/, always("error.service.notDRAddress")],
  [/^\/_leave #2$/, always("leftGroup")],
  [
    /^\/_delete #2 full$/,
    (frames, session, { answer }) => {
      session.isJoined = false;
      answer(frames.frame("groupDeleted"));
    },
  ],
  [
    /^\/_delete @4 full$/,
    (frames, session, { answer }) => {
      session.isConnected = false;
      answer(frames.frame("contactDeleted"));
    },
  ],
];
