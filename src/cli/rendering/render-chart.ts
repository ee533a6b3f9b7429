import {join, resolve} from 'node:path'

import {statsOf} from '../../io/discover.js'
import {findProgram} from '../../io/find-program.js'
import {isBelow} from '../../io/open-file.js'
import {leavesRepository} from '../../io/repository-root.js'
import {runProgram} from '../../io/run-program.js'
import {defaultVersion} from '../../machinery/version/kubernetes-version.js'
import {helmFile} from '../../rendering/helm.js'
import type {SourceFile} from '../../source/source-file.js'
import {UsageError} from '../../usage-error.js'
import type {HelmChart, Settings} from '../config/settings.js'
import {readFileAsShown, type ReadShown} from './read-file-as-shown.js'

/**
 * Renders a chart with the user's own helm. The result has the places of the templates and values from which it is made.
 *
 * @param read reads a template or a file of values
 * @throws UsageError when there is no such chart, file of values or program, and when the program fails
 */
export async function renderChart(request: HelmChart, settings: Settings, read: ReadShown = readFileAsShown): Promise<SourceFile> {
  const {chart, values} = request
  if (statsOf(chart) === undefined) throw new UsageError(`the chart ${JSON.stringify(chart)} does not exist: --helm takes the folder or the archive of a chart`)
  for (const path of values) if (statsOf(path)?.isFile() !== true) throw new UsageError(`the values ${JSON.stringify(path)} do not exist: --values takes a file`)
  const file = findProgram('helm')
  if (file === undefined) {
    throw new UsageError(`${JSON.stringify(chart)} cannot be rendered: there is no helm on the PATH`, [
      'install helm: https://helm.sh/docs/intro/install/',
      `or render the chart where there is one: helm template ${chart} | kadm lint -`,
    ])
  }
  const text = await runProgram({file, args: argumentsOf(request, settings), title: `helm template ${chart}`})
  const own = join(chart, 'values.yaml')
  const valueFiles = [...leavesRepository(own, chart) ? [] : [own], ...values].flatMap((path) => read(path) ?? [])
  return helmFile({path: join(chart, '(helm template)'), text, values: valueFiles}, (name) => {
    const template = join(chart, name)
    return isBelow(template, chart) ? read(template) : undefined
  })
}

/** Returns the arguments of helm. Paths are absolute, so that helm takes none for an option or a URL. */
function argumentsOf({chart, values, release, namespace}: HelmChart, settings: Settings): string[] {
  return [
    'template', ...release === undefined ? [] : [release], resolve(chart),
    `--namespace=${namespace ?? settings.namespace ?? 'default'}`, `--kube-version=${settings.kubernetesVersion ?? defaultVersion}`,
    ...values.map((path) => `--values=${listItem(resolve(path))}`),
  ]
}

/** Returns a path as one item of a flag: helm reads the flag as a line of CSV, in which a comma begins another file. */
const listItem = (path: string): string => /[",\r\n]/.test(path) ? `"${path.replaceAll('"', '""')}"` : path
