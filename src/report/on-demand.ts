/**
 * A reporter in a module that is loaded at the first call: a run loads only the formats that it prints.
 *
 * @param load imports the module, and returns the reporter
 */
export const onDemand = <Result, Options>(load: () => Promise<(result: Result, options: Options) => string>) =>
  async (result: Result, options: Options): Promise<string> => (await load())(result, options)
