import {isObject, textOf} from '../../machinery/go/json-value.js'
import {locate, type Steps} from '../../manifests/locate.js'
import {Quantity} from '../../machinery/quantity/quantity.js'
import type {JsonValue} from '../../source/json-value.js'
import {readDocuments} from '../../source/read-documents.js'
import type {SourceDocument} from '../../source/source-document.js'
import type {SourceFile} from '../../source/source-file.js'
import type {UsageReading, UsageReadingError} from './reading.js'
import {amountOf, wholeOf} from './top-text.js'
import type {UsageSample} from './usage.js'

/** Reads objects of the kinds PodMetrics and PodMetricsList, and lists of PodMetrics. Rounds amounts up to thousandths of a CPU and Mi. */
export function readPodMetrics(file: SourceFile, namespace: string): UsageReading {
  const documents = readDocuments(file)
  if (documents.length === 0) return {samples: [], errors: [{file, span: wholeOf(file), message: 'there is no usage in the file'}]}
  const readings = documents.map((document) => new MetricsDocument(document, namespace).read())
  return {samples: readings.flatMap(({samples}) => samples), errors: readings.flatMap(({errors}) => errors).slice(0, 1)}
}

const mebibyte = 2n ** 20n

/** An amount of memory, rounded up to the unit that `kubectl top` prints: the API states bytes and kibibytes. */
const inMebibytes = (memory: Quantity): Quantity => Quantity.fromInteger((memory.value() + mebibyte - 1n) / mebibyte * mebibyte, 'BinarySI')

class MetricsDocument {
  private readonly samples: UsageSample[] = []
  private readonly errors: UsageReadingError[] = []

  constructor(private readonly document: SourceDocument, private readonly namespace: string) {}

  read(): UsageReading {
    const {value, problems, file} = this.document
    const [problem] = problems
    if (problem !== undefined) this.errors.push({file, span: problem, message: problem.message})
    else if (value !== undefined) this.object(value, [])
    return {samples: this.samples, errors: this.errors}
  }

  private object(value: JsonValue, steps: Steps, outer = ''): void {
    const kind = isObject(value) ? textOf(value['kind']) || outer : ''
    if (isObject(value) && kind === 'PodMetrics') this.pod(value, steps)
    else if (isObject(value) && (kind === 'PodMetricsList' || kind === 'List') && Array.isArray(value['items'])) {
      for (const [i, item] of (value['items'] as readonly JsonValue[]).entries()) this.object(item, [...steps, 'items', i], kind === 'List' ? '' : 'PodMetrics')
    } else {
      this.error('usage is the output of "kubectl top pods --containers", or objects of the kinds PodMetrics and PodMetricsList', [...steps, 'kind'])
    }
  }

  private pod({metadata, containers}: Readonly<Record<string, unknown>>, steps: Steps): void {
    const own = isObject(metadata) ? metadata : {}
    const pod = textOf(own['name'])
    if (pod === '') this.error('metrics of a pod need its name: metadata.name', [...steps, 'metadata'])
    else if (!Array.isArray(containers)) this.error('metrics of a pod have a list of containers', [...steps, 'containers'])
    else for (const [i, container] of containers.entries()) this.container(container, {namespace: textOf(own['namespace']) || this.namespace, pod}, [...steps, 'containers', i])
  }

  private container(value: unknown, of: Pick<UsageSample, 'namespace' | 'pod'>, steps: Steps): void {
    const {name, usage} = isObject(value) ? value : {}
    const [cpu, memory] = (['cpu', 'memory'] as const).map((resource) => isObject(usage) ? amountOf(String(usage[resource])) : undefined)
    if (textOf(name) === '') this.error('metrics of a container need its name', steps)
    else if (cpu === undefined) this.error('usage.cpu must be an amount such as 250m', [...steps, 'usage', 'cpu'])
    else if (memory === undefined) this.error('usage.memory must be an amount such as 128Mi', [...steps, 'usage', 'memory'])
    else this.samples.push({...of, container: textOf(name), cpu: cpu.ceilMilli(), memory: inMebibytes(memory)})
  }

  private error(message: string, steps: Steps): void {
    const {file, root} = this.document
    this.errors.push({file, span: root === undefined ? this.document : locate(file, root, steps), message})
  }
}
