type Colour = 'blue' | 'bold' | 'cyan' | 'dim' | 'green' | 'red' | 'yellow'

/** A function that returns texts unchanged, as do its colours: browsers have colours of their own. */
// A Record would refer to itself.
// oxlint-disable-next-line typescript/consistent-indexed-object-style
export type Style = ((text: string) => string) & {readonly [C in Colour]: Style}

const unchanged = (text: string): string => text

const colours: readonly Colour[] = ['blue', 'bold', 'cyan', 'dim', 'green', 'red', 'yellow']

const plain = Object.defineProperties(unchanged, Object.fromEntries(colours.map((colour) => [colour, {value: unchanged}]))) as Style

/** The style of texts without a terminal. */
export const styleFor = (_isColoured: boolean): Style => plain
