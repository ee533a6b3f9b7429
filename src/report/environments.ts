import type {EnvironmentsRun, EnvironmentText} from '../lint/ending.js'
import {oneLine, printable} from '../machinery/output/printable.js'
import {joinPages} from './html/join.js'
import {jsonText} from './json-text.js'

interface Sarif {
  readonly runs: readonly object[]
}

/** The reports of several environments in one format, each with the name of its environment. */
export function joinEnvironments(format: string, texts: readonly EnvironmentText[], run: EnvironmentsRun): string {
  switch (format) {
    case 'json': return joinedJson(texts, run)
    case 'yaml': return texts.map(({name, text}) => `# Environment: ${oneLine(name)}\n${text}`).join('---\n')
    case 'markdown': return texts.map(({name, text}) => `## Environment: ${oneLine(name)}\n\n${text}`).join('\n')
    case 'html': return joinPages(texts)
    case 'csv': return joinedCsv(texts)
    case 'sarif': return joinedSarif(texts)
    case 'junit': return joinedJunit(texts)
    case 'gitlab': return jsonText(texts.flatMap(gitlabIssues))
    case 'github': return texts.map(({name, text}) => text.replaceAll(/^(::\w+ .*?\btitle=)/gm, `$1${annotationProperty(name)}: `)).join('')
    case 'compact': return texts.map(({name, text}) => text.replaceAll(/^(?=.)/gm, () => `${oneLine(name)}: `)).join('')
    default: return texts.map(({name, text}) => `Environment: ${oneLine(name)}\n\n${text}`).join('\n')
  }
}

/** Adds the environment to the report of one environment, or lists the reports of several. Numbers are not reformatted. */
function joinedJson(texts: readonly EnvironmentText[], {names, failed, status}: EnvironmentsRun): string {
  const named = texts.map(({name, text}) => text.replace(/^\{\n/, () => `{\n  "environment": ${printable(JSON.stringify(name))},\n`).trimEnd())
  if (names.length === 1) return `${named.join('')}\n`
  return `{\n  "version": 1,\n  "exitStatus": ${status},\n  "failed": ${printable(JSON.stringify(failed))},\n  "environments": [\n${named.map((text) => text.replaceAll(/^/gm, '    ')).join(',\n')}\n  ]\n}\n`
}

/** Keeps the header line of the first report only. */
const joinedCsv = (texts: readonly EnvironmentText[]): string => texts.map(({name, text}, i) => {
  const [head = '', ...rows] = text.trimEnd().split('\n')
  const cell = /[",]/.test(name) ? `"${oneLine(name).replaceAll('"', '""')}"` : oneLine(name)
  return [...i === 0 ? [`Environment,${head}`] : [], ...rows.map((row) => `${cell},${row}`)].map((line) => `${line}\n`).join('')
}).join('')

/** A run for each environment. */
function joinedSarif(texts: readonly EnvironmentText[]): string {
  const logs = texts.map(({name, text}) => ({name, log: JSON.parse(text) as Sarif}))
  const runs = logs.flatMap(({name, log}) => log.runs.map((run) => ({...run, automationDetails: {id: `kadm/${name}/`}})))
  return jsonText({...logs[0]?.log, runs})
}

/** The suites of all environments, each with the environment in its name. */
function joinedJunit(texts: readonly EnvironmentText[]): string {
  const [first = ''] = texts.map(({text}) => text)
  const sum = (attribute: string): number =>
    texts.reduce((total, {text}) => total + Number(new RegExp(`<testsuites [^>]*\\b${attribute}="(\\d+)"`).exec(text)?.[1] ?? 0), 0)
  const head = /^[^]*?<testsuites [^>]*>\n/.exec(first)?.[0].replaceAll(/\b(tests|failures|errors)="\d+"/g, (_, attribute: string) => `${attribute}="${sum(attribute)}"`) ?? ''
  const suites = texts.map(({name, text}) => text.replace(/^[^]*?<testsuites [^>]*>\n/, '').replace(/<\/testsuites>\s*$/, '')
    .replaceAll(/(<testsuite name=")/g, (start) => `${start}${escapedXml(name)}: `))
  return `${head}${suites.join('')}</testsuites>\n`
}

const escapedXml = (text: string): string => oneLine(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const annotationProperty = (text: string): string => oneLine(text).replaceAll('%', '%25').replaceAll(':', '%3A').replaceAll(',', '%2C')

function gitlabIssues({name, text}: EnvironmentText): object[] {
  const issues = JSON.parse(text) as readonly {readonly description: string, readonly fingerprint: string}[]
  return issues.map((issue) => ({...issue, description: `${name}: ${issue.description}`, fingerprint: `${issue.fingerprint}-${name}`}))
}
