export { createParser } from "eventsource-parser";
export { EventSourceParserStream } from "eventsource-parser/stream";
