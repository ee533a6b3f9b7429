import type {Shape} from './shape.js'

const admitting = ['objects', '-p', 'policies']

const onManifests = [
  ['lint', '.', '-o', 'json'],
  ['lint', '.', '--strict'],
  ['lint', '.', '--fix', '--dry-run'],
  ['lint', '.', '--write-baseline', '--dry-run'],
  ['simulate', ...admitting, '-o', 'json'],
  ['simulate', ...admitting, '--rollout', '-o', 'json'],
  ['simulate', ...admitting, '--order', 'files'],
  ['simulate', 'objects', '-e', 'objects', '-p', 'policies', '--operation', 'delete'],
  ['capacity', ...admitting, '-o', 'json'],
  ['explain', ...admitting, '-o', 'json'],
  ['explain', ...admitting],
  ['explain', 'quota', '-p', 'policies', '-e', 'objects', '-o', 'json'],
  ['explain', 'quota', '-p', 'policies', '-e', 'objects'],
  ['diff', '--before', 'objects', '--after', 'objects', 'policies', '-o', 'json'],
  ['diff', '--before', 'policies', '--after', 'objects', '-o', 'json'],
  ['suggest', 'limits', ...admitting],
  ['suggest', 'quota', ...admitting],
  ['suggest', 'requests', ...admitting],
  ['drift', '-e', 'objects', '-p', 'policies', '-o', 'json'],
  ['pod-security', ...admitting, '-o', 'json'],
  ['export', 'policies'],
  ['describe', 'quota', '-p', 'policies', '-p', 'objects'],
  ['describe', 'limits', '-p', 'policies', '-p', 'objects'],
  ['describe', 'namespace', 'default', '-p', 'policies', '-p', 'objects'],
  ['test', 'init', 'policies', 'objects', '-o', '-'],
] as const

/** The commands that read each kind of input. */
const commands: Readonly<Record<Shape['input'], readonly (readonly string[])[]>> = {
  manifests: onManifests,
  changes: [
    ['diff', '--before', 'before', '--after', 'after', '-o', 'json'], ['diff', '--before', 'before', '--after', 'after', '-o', 'sarif'], ['diff', '--before', 'before', '--after', 'after'],
    ['drift', '-e', 'after', '-p', 'before', '-o', 'json'], ['simulate', 'after', '-e', 'before', '--operation', 'replace', '-o', 'json'],
  ],
  tests: [['test', '-o', 'json', '--no-times'], ['test', '--coverage', '--no-times'], ['test', '--mutate', '--coverage', '-o', 'json', '--no-times'], ['lint', '.', '-o', 'json']],
  configuration: [
    ['lint', '.', '-o', 'json'], ['simulate', 'objects', '--admission-config', 'config.yaml', '-o', 'json'], ['simulate', 'log.jsonl', '--admission-config', 'config.yaml'], ['replay', 'log.jsonl', '--admission-config', 'config.yaml', '-o', 'json'],
    ['pod-security', 'objects', '--admission-config', 'config.yaml'], ['explain', 'objects', '--admission-config', 'config.yaml'], ['capacity', 'objects', '--admission-config', 'config.yaml'],
  ],
  log: [
    ['replay', 'log.jsonl', '--admission-config', 'config.yaml', '-o', 'json'], ['replay', 'log.jsonl', '--admission-config', 'config.yaml', '--client', 'recorder', '--apiservers', '3'], ['replay', 'log.jsonl', '--admission-config', 'config.yaml', '--client', 'legacy', '--observed'],
    ['replay', 'log.jsonl', '--admission-config', 'config.yaml', '--client', 'proposal', '-o', 'csv'],
    ['tune', 'log.jsonl', '-o', 'json'], ['tune', 'log.jsonl', '--accept', '90', '--of', 'every-key'], ['events', 'log.jsonl', '-o', 'canonical'], ['lint', 'log.jsonl', '--strict', '-o', 'json'],
  ],
  settings: [['lint', '-o', 'json'], ['lint', '--env', 'all', '-o', 'json'], ['config', 'print'], ['simulate', 'objects'], ['lint', '.', '--verbose']],
  usage: [['suggest', 'limits', 'objects', '--usage', 'usage.txt'], ['suggest', 'requests', 'objects', '--usage', 'usage.txt']],
}

/** The command lines that read the files of a shape: those that name no folder that it does not have. */
export const commandsOf = ({input}: Pick<Shape, 'input'>, files: Readonly<Record<string, string>>): readonly (readonly string[])[] => {
  const missing = ['policies', 'objects'].filter((folder) => !Object.keys(files).some((path) => path.startsWith(`${folder}/`)))
  return input === 'manifests' && missing.includes('policies')
    ? commands[input].filter((words) => words[0] !== 'export').map((words) => words.filter((word, i) => word !== 'policies' && words[i + 1] !== 'policies'))
    : commands[input]
}
