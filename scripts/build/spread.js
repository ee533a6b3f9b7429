/**
 * Faster replacements for esbuild's helpers for object spread. With Node.js 20, each object that is spread and extended gets its own hidden
 * class, which slows down every access. With these helpers, similar objects share a class. A key "__proto__" stays a key.
 */
const helpers = {
  __defNormalProp: `(obj, key, value) => key === "__proto__" ? __defProp(obj, key, { enumerable: true, configurable: true, writable: true, value }) : obj[key] = value`,
  __spreadValues: `(a, b) => {
  if (b == null || !Object.hasOwn(b, "__proto__")) return Object.assign(a, b);
  for (const key of Object.keys(b)) __defNormalProp(a, key, b[key]);
  return a;
}`,
  __spreadProps: '(a, b) => __spreadValues(a, b)',
  __objRest: `(source, exclude) => {
  const target = {};
  for (const key of Object.keys(source)) if (!exclude.includes(key)) __defNormalProp(target, key, source[key]);
  return target;
}`,
}

/** Options that let esbuild replace object spread with calls of the helpers. */
export const spreads = {supported: {'object-rest-spread': false}}

/**
 * Replaces esbuild's helpers with ours. Keeps the line numbers of the following code.
 *
 * @throws Error if a helper of esbuild does not look as expected
 */
export function withHelpers({path, text}) {
  let result = text
  for (const [name, helper] of Object.entries(helpers)) {
    const [found, ...others] = text.match(new RegExp(`^var ${name} = (?:.*;$|[^]*?^};$)`, 'gm')) ?? []
    if (found === undefined) continue
    const lines = found.split('\n').length - helper.split('\n').length
    if (others.length > 0 || lines < 0) throw new Error(`${path}: esbuild writes ${name} in another way than expected`)
    result = result.replace(found, () => `var ${name} = ${helper};${'\n'.repeat(lines)}`)
  }
  return result
}
