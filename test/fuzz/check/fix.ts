import {failure, type Failure} from '../failure.js'
import type {Content, FuzzCase, Workspace} from '../fuzz-case.js'
import type {Program} from '../program.js'

interface Place {
  readonly source: {readonly path: string}
}

interface LintReport {
  readonly diagnostics: readonly (Place & {readonly severity: string, readonly message: string, readonly related: readonly Place[]})[]
}

/**
 * Checks that `--fix` changes nothing when it is called again, and that no file without errors has errors afterwards. An error with related
 * places belongs to their files, too: a fix can move it from one duplicate object to another.
 *
 * @param workspace restored by its next case
 */
export async function checkFix(program: Pick<Program, 'run'>, workspace: Pick<Workspace, 'prepare' | 'snapshot'>, fuzzCase: FuzzCase): Promise<Failure | undefined> {
  const {argv} = fuzzCase
  const judge = [...argv.filter((word, i) => word !== '--fix' && word !== '-o' && argv[i - 1] !== '-o'), '-o', 'json']
  const errorsIn = async (): Promise<ReadonlyMap<string, string>> => {
    const {stdout} = await program.run(judge)
    if (stdout === '') return new Map()
    const report = JSON.parse(stdout) as LintReport | {readonly environments: readonly LintReport[]}
    const errors = ('environments' in report ? report.environments : [report]).flatMap(({diagnostics}) => diagnostics).filter(({severity}) => severity === 'error')
    return new Map(errors.flatMap(({source, related, message}) => [{source}, ...related].map(({source: {path}}) => [path, message])))
  }
  workspace.prepare(fuzzCase)
  const before = await errorsIn()
  await program.run(argv)
  const [after, fixed] = [await errorsIn(), workspace.snapshot()]
  const broken = [...after].find(([path]) => !before.has(path))
  if (broken !== undefined) return failure('fix', `${broken[0]} had no errors before, and now: ${broken[1]}`, 'invalid', broken[1])
  await program.run(argv)
  const changed = differing(fixed, workspace.snapshot())
  return changed === undefined ? undefined : failure('fix', `${changed} changes again`, 'again')
}

const differing = (one: Readonly<Record<string, Content>>, other: Readonly<Record<string, Content>>): string | undefined =>
  Object.keys(one).find((path) => !Buffer.from(one[path] as string).equals(Buffer.from(other[path] ?? '')))
