export { ChatOpenAI, OpenAI, OpenAIEmbeddings } from "@langchain/openai";
export { tool } from "@langchain/core/tools";
export { AIMessage, HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
export { z } from "zod";
