// (h): whole runs of kadm and of kubeconform, which compares each manifest with the JSON Schema of its kind.
import {spawnSync} from 'node:child_process'
import {existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'

import {apartFile, documentsPerFile, lintFiles, manifestFile, workloadFile} from './manifests.js'
import {print, verdict} from './print.js'
import {bestTimes, kadm, writeFiles} from './programs.js'
import {type OpenApi, schemasOf} from './schemas.js'

export const version = 'v0.7.0'
const kinds = ['Deployment', 'LimitRange', 'Namespace', 'PersistentVolumeClaim', 'Pod', 'ResourceQuota']

/** Go itself, in PATH or where its installer puts it. */
export const findGo = (): string | undefined => ['go', '/usr/local/go/bin/go'].find((file) => spawnSync(file, ['version']).status === 0)

/** Runs Go; undefined when it fails, as it does without a network. */
export function runGo(go: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): string | undefined {
  const {status, stdout} = spawnSync(go, args, {env: {...process.env, ...env}, encoding: 'utf8'})
  return status === 0 ? stdout : undefined
}

interface Kubeconform {
  readonly file: string
  /** The pattern of the paths of its schemas. */
  readonly schemas: string
}

/** Builds kubeconform, with schemas from the OpenAPI document in the Go module of Kubernetes 1.36.3. Returns the reason if it cannot. */
export function buildKubeconform(folder: string): Kubeconform | string {
  const go = findGo()
  if (go === undefined) return 'there is no Go'
  const home = join(folder, 'kubeconform')
  if (runGo(go, ['install', `github.com/yannh/kubeconform/cmd/kubeconform@${version}`], {GOBIN: home}) === undefined) return 'go install cannot build kubeconform'
  const module = runGo(go, ['mod', 'download', '-json', 'k8s.io/kubernetes@v1.36.3'])
  if (module === undefined) return 'go mod download cannot load k8s.io/kubernetes'
  const openApi = join((JSON.parse(module) as {Dir: string}).Dir, 'api/openapi-spec/swagger.json')
  if (!existsSync(openApi)) return 'k8s.io/kubernetes has no OpenAPI document'
  const schemas = join(home, 'schemas')
  mkdirSync(schemas)
  for (const [name, schema] of schemasOf(JSON.parse(readFileSync(openApi, 'utf8')) as OpenApi, kinds)) writeFileSync(join(schemas, name), JSON.stringify(schema))
  return {file: join(home, 'kubeconform'), schemas: join(schemas, '{{.ResourceKind}}{{.KindSuffix}}.json')}
}

/** (h) Time of kadm compared with kubeconform, with and without workloads, and the share of checks across workloads and policies. */
export function withKubeconform(folder: string): void {
  const runs = 10
  const built = buildKubeconform(folder)
  if (typeof built === 'string') return print(`(h) left out: ${built}`)
  const {file, schemas} = built
  print(`(h) lint of ${lintFiles} files with ${lintFiles * documentsPerFile} documents, beside kubeconform ${version} -n 2 with local schemas, the best of ${runs} runs`)
  const programsFor = (files: string) =>
    ({kubeconform: {file, args: ['-n', '2', '-schema-location', schemas, files]}, lint: [kadm, 'lint', files]})
  const report = (what: string, lint: number, kubeconform: number): void => {
    const ratio = lint / kubeconform
    print(`    ${what.padEnd(25)} kubeconform ${kubeconform.toFixed(0)} ms, kadm lint ${lint.toFixed(0)} ms: ${ratio.toFixed(2)} x ${verdict('at most 1', ratio <= 1)}`)
  }
  const pods = bestTimes(programsFor(writeFiles(join(folder, 'pods'), manifestFile)), runs, folder)
  report('without workloads', pods.lint, pods.kubeconform)
  const apart = writeFiles(join(folder, 'apart'), apartFile)
  const together = bestTimes({...programsFor(writeFiles(join(folder, 'workloads'), workloadFile)), apart: [kadm, 'lint', apart]}, runs, folder)
  report('Deployments and policies', together.lint, together.kubeconform)
  const part = 1 - together.apart / together.lint
  print(`    looking at both together  ${(100 * part).toFixed(0)} % of that ${verdict('at most 30', part <= 0.3)}`)
}
