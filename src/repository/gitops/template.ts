/** The values that a generator has for one application, by the text that stands for each in a template. */
export type Parameters = Readonly<Record<string, string>>

/** A text of a template with its values; undefined where one is not known. */
export function filledIn(text: string, parameters: Parameters): string | undefined {
  const filled = text.replaceAll(/(?<!\{)\{\{-?([^{}]*)\}\}(?!\})/g, (written, inner: string) => {
    const name = inner.replace(/-$/, '').trim()
    return (Object.hasOwn(parameters, name) ? parameters[name] : undefined) ?? written
  })
  return /\{\{|\}\}/.test(filled) ? undefined : filled
}
