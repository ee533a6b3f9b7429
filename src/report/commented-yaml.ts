import {oneLine} from '../machinery/output/printable.js'
import {printYaml} from '../source/print-yaml.js'
import {wrap} from './wrap.js'

/** A value for a YAML document. Other scalars are texts, numbers and booleans. */
export type YamlValue = string | number | boolean | readonly YamlValue[] | {readonly [key: string]: YamlValue}

type Steps = readonly (string | number)[]

/** Returns comments for a place in a document: whole lines above it, or a short text beside it. */
export type CommentsAt = (steps: Steps) => {readonly above?: readonly string[], readonly sameLine?: string} | undefined

/** A YAML document in the order of its keys, with comments. */
export const commentedYaml = (document: YamlValue, commentsAt: CommentsAt): string => new Writer(commentsAt).write(document, [], '')

class Writer {
  constructor(private readonly commentsAt: CommentsAt) {}

  /** The lines of a value below a key. */
  write(value: YamlValue, steps: Steps, indent: string): string {
    if (Array.isArray(value)) return (value as readonly YamlValue[]).map((item, i) => this.item(item, [...steps, i], indent)).join('')
    if (typeof value !== 'object') return `${indent}${scalar(value)}\n`
    return Object.entries(value).map(([key, item]) => this.entry(key, item, [...steps, key], indent)).join('')
  }

  private item(item: YamlValue, steps: Steps, indent: string): string {
    const text = this.write(item, steps, `${indent}  `)
    return `${this.above(steps, indent)}${indent}- ${text.slice(indent.length + 2)}`
  }

  private entry(key: string, value: YamlValue, steps: Steps, indent: string): string {
    const start = `${this.above(steps, indent)}${indent}${scalar(key)}:`
    const {sameLine} = this.commentsAt(steps) ?? {}
    const end = sameLine === undefined ? '\n' : ` # ${oneLine(sameLine)}\n`
    if (typeof value !== 'object') return `${start} ${scalar(value)}${end}`
    if (isEmpty(value)) return `${start} ${Array.isArray(value) ? '[]' : '{}'}${end}`
    return `${start}${end}${this.write(value, steps, Array.isArray(value) ? indent : `${indent}  `)}`
  }

  private above(steps: Steps, indent: string): string {
    const texts = this.commentsAt(steps)?.above ?? []
    return texts.map((text) => indentedComment(oneLine(text), indent)).join('')
  }
}

const scalar = (value: string | number | boolean): string => printYaml([value]).trimEnd()

const isEmpty = (value: object): boolean => Object.keys(value).length === 0

/** A text as a YAML comment, wrapped between words. */
export const comment = (text: string): string => indentedComment(text, '')

/** A text as a YAML comment at an indentation. */
const indentedComment = (text: string, indent: string): string =>
  wrap(text, 100 - indent.length).map((line) => `${indent}# ${line}`.trimEnd() + '\n').join('')
