import {JsonDocument} from './json-document.js'
import type {ListHead, ObjectReader} from '../object-reader.js'
import {longestText, type Refuse} from './open-document.js'
import {parseJson} from '../parse-json.js'

const ignore: Refuse = () => undefined

/** Reads a JSON document that comes in pieces: the items of a list as they come, other documents at their end. */
export class JsonItems {
  readonly document: JsonDocument
  private head: ListHead | undefined

  /** @param line on which the document begins */
  constructor(private readonly objects: ObjectReader, private readonly refuse: Refuse, private readonly line: number) {
    this.document = new JsonDocument((text, at) => this.readItem(text, line + at), longestText)
    objects.begin()
  }

  /** Reads the document, which has ended; false when it is no JSON, which is counted. */
  readDocument(): boolean {
    const value = parseJson(this.document.text, this.line, this.refuse)
    if (value !== undefined) this.objects.read(value.json, this.line)
    return value !== undefined
  }

  /** Reads the last item of a document that is cut off, if that is all there. */
  readLastItem(): void {
    const {lastItem: {text, line} = {text: undefined, line: 0}} = this.document
    if (text !== undefined && parseJson(text, 0, ignore) !== undefined) this.readItem(text, this.line + line)
  }

  end(): void {
    this.objects.end()
  }

  private readItem(text: string | undefined, line: number): void {
    this.head ??= this.objects.headOf(parseJson(this.document.head, line, ignore)?.json)
    const value = parseJson(text, line, this.refuse)
    if (value !== undefined) this.objects.readItem(value.json, line, this.head)
  }
}
