export { OpenAI } from "openai";
export { zodResponseFormat, zodTextFormat, zodFunction } from "openai/helpers/zod";
export { z } from "zod";
