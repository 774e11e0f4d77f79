/** A worker of the site, as an app might have one: it fetches what it is told and posts the answer back. */
addEventListener("message", (event: MessageEvent<readonly [string, RequestInit]>) => {
  const [path, init] = event.data;
  const answer = async (): Promise<void> => {
    const response = await fetch(path, init);
    postMessage({ status: response.status, text: await response.text() });
  };
  answer().catch((error: unknown) => postMessage({ status: 0, text: String(error) }));
});
