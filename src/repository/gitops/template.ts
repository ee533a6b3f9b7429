/** The values of one generated application, by the placeholder's name in the template. */
export type Parameters = Readonly<Record<string, string>>

/** Substitutes the placeholders of a template; undefined if a value is unknown. */
export function filledIn(text: string, parameters: Parameters): string | undefined {
  const filled = text.replaceAll(/(?<!\{)\{\{-?([^{}]*)\}\}(?!\})/g, (written, inner: string) => {
    const name = inner.replace(/-$/, '').trim()
    return (Object.hasOwn(parameters, name) ? parameters[name] : undefined) ?? written
  })
  return /\{\{|\}\}/.test(filled) ? undefined : filled
}
