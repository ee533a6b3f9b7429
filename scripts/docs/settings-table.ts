import {type Setting, settingNames, settings, variableOf} from '../../src/cli/config/settings.js'
import {readPage, withPart} from './page-part.js'

/** The page that the table of settings is part of. */
export const configurationPath = 'docs/configuration.md'

/** The page about configuration with the table of all settings; the rest of it is written by hand. */
export const configurationPage = (): string =>
  withPart(readPage(configurationPath), 'settings', `| Setting | Variable | Description | Default |\n| --- | --- | --- | --- |\n${settingNames.map(row).join('')}`)

function row(name: keyof typeof settings): string {
  const {description, values, default: usual}: Setting = settings[name]
  const choice = values === undefined ? '' : ` One of ${values.map(code).join(', ')}.`
  return `| ${code(name)} | ${code(variableOf(name))} | ${description.replaceAll('*', '\\*')}${choice} | ${usual === undefined ? '' : code(String(usual))} |\n`
}

const code = (text: string): string => `\`${text}\``
