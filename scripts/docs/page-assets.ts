import {build} from 'esbuild'
import {createHash} from 'node:crypto'

/** The module with the style and the script of HTML reports. */
export const pageAssetsPath = 'src/report/html/assets.ts'

/** Returns the text of a script or a style and of all that it imports, as small as esbuild makes it. */
async function bundled(entry: string): Promise<string> {
  const {outputFiles} = await build({entryPoints: [entry], bundle: true, minify: true, write: false, format: 'iife', target: ['es2022', 'chrome111', 'firefox115', 'safari16'], charset: 'ascii'})
  return outputFiles.map(({text}) => text).join('').trim()
}

/** Returns the style of a file with charts: theirs, with the colours that it uses. They apply to the file only, if it is put into a page. */
function fileStyle(colours: string, charts: string): string {
  const used = new Set(charts.match(/--[a-z-]+/g))
  const [light = '', dark = ''] = [...colours.matchAll(/:root\{([^}]*)\}/g)].map(([, block = '']) =>
    block.split(';').map((line) => line.replace(': ', ':')).filter((line) => used.has(line.split(':', 1)[0] ?? '')).join(';'))
  return `.kc-file{${light}}@media (prefers-color-scheme:dark){.kc-file{${dark}}}${charts}`
}

const sourceOf = (text: string): string => `\`${text.replaceAll(/[\\`]|\$(?=\{)/g, (character) => `\\${character}`)}\``

const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`

/** Returns the module: the texts, and the hashes by which the page allows them (ADR 19). */
export async function pageAssets(): Promise<string> {
  const [script = '', style = '', colours = '', charts = ''] = await Promise.all(['main.ts', 'style.css', 'colours.css', 'charts.css'].map((name) => bundled(`browser/report/${name}`)))
  if (/<\/(?:script|style)/i.test(script + style)) throw new Error('a text of the page would end its element')
  return `// Made of browser/report/ by \`npm run docs\`: change the files there.

/** The style of a report, for a \`style\` element. */
export const pageStyle = ${sourceOf(style)}

/** The hash of the style for a Content-Security-Policy. */
export const styleHash = '${hashOf(style)}'

/** The style of a file with charts. */
export const chartFileStyle = ${sourceOf(fileStyle(colours, charts))}

/** The script of a report, for a \`script\` element at the end of the page. */
export const pageScript = ${sourceOf(script)}

/** The hash of the script for a Content-Security-Policy. */
export const scriptHash = '${hashOf(script)}'
`
}
