/** The `type` field of an OpenAI error object. */
export type ApiErrorType = "invalid_request_error" | "rate_limit_error" | "server_error";

/** An error as it crosses ports and as it appears in a response body. */
export interface ApiErrorFields {
  /** HTTP status, 400 to 599. */
  readonly status: number;
  readonly type: ApiErrorType;
  /** Machine-readable code, as `model_not_found`; null where OpenAI gives none. */
  readonly code: string | null;
  /** The request field at fault, as `messages` or `tools[0].function.name`. */
  readonly param: string | null;
  /** A sentence for a person: what failed and what to do. Never leaks internals. */
  readonly message: string;
  /** Seconds after which a retry makes sense (`Retry-After`). */
  readonly retryAfter?: number;
}

/** The one error class: everything a client of `/v1` can be told. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly type: ApiErrorType;
  readonly code: string | null;
  readonly param: string | null;
  readonly retryAfter: number | undefined;

  constructor(fields: ApiErrorFields, options?: ErrorOptions) {
    super(fields.message, options);
    this.status = fields.status;
    this.type = fields.type;
    this.code = fields.code;
    this.param = fields.param;
    this.retryAfter = fields.retryAfter;
  }

  /** Plain data for a port: class instances do not survive structured cloning. */
  toFields(): ApiErrorFields {
    const { status, type, code, param, message, retryAfter } = this;
    return retryAfter === undefined
      ? { status, type, code, param, message }
      : { status, type, code, param, message, retryAfter };
  }
}

/** The error object as OpenAI writes it: all four keys, always. */
export function errorBody({ message, type, param, code }: ApiError): {
  readonly error: Pick<ApiError, "message" | "type" | "param" | "code">;
} {
  return { error: { message, type, param, code } };
}

/** A 400 that names the field at fault. */
export function invalidRequest(
  message: string,
  param: string | null = null,
  code: string | null = null,
): ApiError {
  return new ApiError({ status: 400, type: "invalid_request_error", code, param, message });
}

/** A 404 for a model id that is not in the catalogue. */
export function modelNotFound(model: string): ApiError {
  return new ApiError({
    status: 404,
    type: "invalid_request_error",
    code: "model_not_found",
    param: "model",
    message: `The model '${model}' does not exist. GET /v1/models lists the models of this device.`,
  });
}

/** A 400 for a prompt or another input that does not fit the model's context. */
export function contextLengthExceeded(
  promptTokens: number,
  contextLength: number,
  param: "messages" | "input" = "messages",
): ApiError {
  const what = param === "input" ? "input" : "prompt";
  return new ApiError({
    status: 400,
    type: "invalid_request_error",
    code: "context_length_exceeded",
    param,
    message: `This model's maximum context length is ${contextLength} tokens, but the ${what} has ${promptTokens} tokens. Shorten the ${what}.`,
  });
}

/** A 429: the queue is full. `retryAfter` is in seconds. */
export function queueFull(waiting: number, retryAfter: number): ApiError {
  return new ApiError({
    status: 429,
    type: "rate_limit_error",
    code: "queue_full",
    param: null,
    message: `${waiting} requests are waiting already. Try again in ${retryAfter} seconds.`,
    retryAfter,
  });
}

/** A 500: the engine failed while it worked on this request. */
export function engineError(message: string, cause?: unknown): ApiError {
  return new ApiError(
    { status: 500, type: "server_error", code: "engine_error", param: null, message },
    { cause },
  );
}

/** What ends an answer that its reader has left lying. */
export function unread(): ApiError {
  return engineError("Nobody read this answer, so it was given up.");
}

/** Codes of a 503: the request was fine, but nothing here can answer it now. */
export type UnavailableCode = "engine_unavailable" | "model_not_downloaded" | "device_lost";

/** A 503. `retryAfter` is in seconds. */
export function unavailable(code: UnavailableCode, message: string, retryAfter?: number): ApiError {
  const fields = { status: 503, type: "server_error", code, param: null, message } as const;
  return new ApiError(retryAfter === undefined ? fields : { ...fields, retryAfter });
}

/**
 * Any thrown value as an {@link ApiError}: ours pass through, everything else becomes a 500
 * whose message does not repeat the internal text.
 */
export function toApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return engineError("The engine failed while it worked on this request. Try again.", error);
}
