import type {ListHead, ObjectReader} from '../object-reader.js'
import {JsonDocument} from './json-document.js'
import {longestText, parseJson, type Reject} from './open-document.js'

const ignore: Reject = () => undefined

/** Reads a JSON document that comes in pieces: each item of a list as soon as it is complete, other documents at their end. */
export class JsonItems {
  readonly document: JsonDocument
  private head: ListHead | undefined

  /** @param line on which the document begins */
  constructor(private readonly objects: ObjectReader, private readonly reject: Reject, private readonly line: number) {
    this.document = new JsonDocument((text, at) => this.readItem(text, line + at), longestText)
    objects.begin()
  }

  /** Reads a document that has ended. Returns false and counts it if it is not JSON. */
  readDocument(): boolean {
    const value = parseJson(this.document.text, this.line, this.reject)
    if (value !== undefined) this.objects.read(value.json, this.line)
    return value !== undefined
  }

  /** Reads the last item of a truncated document, if the item is complete. */
  readLastItem(): void {
    const {lastItem: {text, line} = {text: undefined, line: 0}} = this.document
    if (text !== undefined && parseJson(text, 0, ignore) !== undefined) this.readItem(text, this.line + line)
  }

  end(): void {
    this.objects.end()
  }

  private readItem(text: string | undefined, line: number): void {
    this.head ??= this.objects.headOf(parseJson(this.document.head, line, ignore)?.json)
    const value = parseJson(text, line, this.reject)
    if (value !== undefined) this.objects.readItem(value.json, line, this.head)
  }
}
