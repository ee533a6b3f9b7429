import {readFileSync} from 'node:fs'
import {fileURLToPath} from 'node:url'

import {type Setting, settingNames, settings, variableOf} from '../../src/cli/config/settings.js'

/** The page that the table of settings is part of. */
export const configurationPath = 'docs/configuration.md'

const root = fileURLToPath(new URL('../../', import.meta.url))

const [begin, end] = ['<!-- settings: written by `npm run docs` -->\n', '<!-- end of settings -->\n']

/** The page about configuration with the table of all settings as it should be; the rest of it is written by hand. */
export function configurationPage(): string {
  const text = readFileSync(`${root}${configurationPath}`, 'utf8')
  const [before, rest] = text.split(begin)
  const [, after] = rest?.split(end) ?? []
  if (before === undefined || after === undefined) throw new Error(`${configurationPath} has no place for the table of settings`)
  return `${before}${begin}\n| Setting | Variable | Description | Default |\n| --- | --- | --- | --- |\n${settingNames.map(row).join('')}\n${end}${after}`
}

function row(name: keyof typeof settings): string {
  const {description, values, default: usual}: Setting = settings[name]
  const choice = values === undefined ? '' : ` One of ${values.map(code).join(', ')}.`
  return `| ${code(name)} | ${code(variableOf(name))} | ${description.replaceAll('*', '\\*')}${choice} | ${usual === undefined ? '' : code(String(usual))} |\n`
}

const code = (text: string): string => `\`${text}\``
