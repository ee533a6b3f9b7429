import Anser from 'anser'
import stringWidth from 'string-width'

/** The output of a command on a terminal. */
export interface Screen {
  /** The command line, as a person types it. */
  readonly command: string
  /** The output, with escape sequences for colours. */
  readonly output: string
}

/** The width of the terminal, at which it breaks lines. */
export const terminalColumns = 104

const character = {width: 7.8, height: 18}
const padding = 16
const barHeight = 32

/** The colours of a dark terminal, which is readable on light and dark pages. */
const colours: Readonly<Record<string, string>> = {
  'ansi-red': '#ff7b72', 'ansi-green': '#7ee787', 'ansi-yellow': '#e3b341', 'ansi-blue': '#79c0ff', 'ansi-magenta': '#d2a8ff', 'ansi-cyan': '#76e3ea',
}

/** A part of a line in one style. */
interface Part {
  readonly text: string
  readonly style: string
}

/** Draws the output of a command as an SVG. It has no fonts, scripts or links, and the same output gives the same bytes. */
export function terminalPicture({command, output}: Screen): string {
  const lines = [[{text: `$ ${command}`, style: ' font-weight="bold"'}], ...styledLines(output)]
  const columns = Math.max(60, ...lines.map((parts) => stringWidth(parts.map(({text}) => text).join(''))))
  const [width, height] = [Math.ceil(columns * character.width) + 2 * padding, barHeight + lines.length * character.height + padding]
  const dots = ['#ff5f57', '#febc2e', '#28c840'].map((fill, i) => `<circle cx="${padding + 6 + 20 * i}" cy="${barHeight / 2}" r="6" fill="${fill}"/>`).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${escaped(command)}">
<title>${escaped(command)}</title>
<rect width="${width}" height="${height}" rx="8" fill="#161b22"/>
${dots}
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="13" fill="#e6edf3">
${lines.map((parts, i) => lineText(parts, barHeight + (i + 0.75) * character.height)).join('')}</g>
</svg>
`
}

/** Splits an output into lines of parts, each with its attributes in SVG. */
function styledLines(output: string): Part[][] {
  const lines: Part[][] = [[]]
  for (const {content, fg, decorations} of Anser.ansiToJson(output.trimEnd(), {use_classes: true, remove_empty: true})) {
    const colour = colours[fg]
    const style = `${colour === undefined ? '' : ` fill="${colour}"`}${decorations.includes('bold') ? ' font-weight="bold"' : ''}${decorations.includes('dim') ? ' opacity="0.65"' : ''}`
    for (const [i, text] of content.split('\n').entries()) {
      if (i > 0) lines.push([])
      if (text !== '') lines.at(-1)?.push({text, style})
    }
  }
  return lines.flatMap(broken)
}

/** Breaks a line where a terminal does. */
function broken(parts: readonly Part[]): Part[][] {
  const lines: Part[][] = [[]]
  let column = 0
  for (const {text, style} of parts) {
    for (let rest = text; rest !== ''; rest = rest.slice(terminalColumns - column), column = 0) {
      const shown = rest.slice(0, terminalColumns - column)
      lines.at(-1)?.push({text: shown, style})
      if (shown === rest) {
        column += shown.length
        break
      }
      lines.push([])
    }
  }
  return lines
}

/** Draws a line. Each part has its place and width in the grid of characters, so that columns are aligned in any font; SVG joins ordinary spaces. */
function lineText(parts: readonly Part[], y: number): string {
  let column = 0
  const spans = parts.map(({text, style}) => {
    const x = padding + column * character.width
    const columns = stringWidth(text)
    column += columns
    return text.trim() === '' ? '' : `<tspan x="${number(x)}" textLength="${number(columns * character.width)}"${style}>${escaped(text).replaceAll(' ', '\u00a0')}</tspan>`
  })
  return spans.join('') === '' ? '' : `<text y="${number(y)}">${spans.join('')}</text>\n`
}

const number = (value: number): string => String(Math.round(value * 10) / 10)

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
