import type { DeviceInfo } from "../engine.ts";

/** The device WebLLM would use; null where WebGPU gives none. */
export async function detectDevice(): Promise<DeviceInfo | null> {
  const gpu: GPU | undefined = navigator.gpu;
  if (gpu === undefined) return null;
  const adapter = await gpu
    .requestAdapter({ powerPreference: "high-performance" })
    .catch(() => null);
  if (adapter === null) return null;
  const { vendor, architecture, description } = adapter.info;
  return {
    vendor,
    architecture,
    description,
    features: [...adapter.features].toSorted(),
    maxBufferSize: adapter.limits.maxBufferSize,
    maxStorageBufferBindingSize: adapter.limits.maxStorageBufferBindingSize,
    isFallback: isSoftware(adapter.info),
  };
}

/** Browsers are unsure about `isFallbackAdapter`; the two software rasterizers they ship are known by name. */
function isSoftware(info: GPUAdapterInfo): boolean {
  const text = `${info.vendor} ${info.architecture} ${info.description}`.toLowerCase();
  return info.isFallbackAdapter || /swiftshader|llvmpipe|lavapipe|basic render/.test(text);
}
