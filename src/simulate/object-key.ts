/** A unique key from an object's kind, namespace and name. */
export function objectKey(object: Readonly<Record<string, unknown>>): string {
  const {apiVersion, kind, metadata} = object
  const {namespace = '', name = ''} = (metadata ?? {}) as {readonly namespace?: string, readonly name?: string}
  return [apiVersion, kind, namespace, name].join('\u0000')
}
