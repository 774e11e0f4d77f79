export { CreateMLCEngine, type AppConfig, type MLCEngine } from "@mlc-ai/web-llm";
