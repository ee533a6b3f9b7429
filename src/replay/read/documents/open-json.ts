import {JsonItems} from './json-items.js'
import type {ObjectReader} from '../object-reader.js'
import type {OpenDocument, Piece, Reject} from './open-document.js'

/** A line that ends a document. */
const closing = /^[}\]]\s*$/

/** A JSON document over several lines, as kubectl prints it. */
export class OpenJson implements OpenDocument {
  private readonly items: JsonItems
  private isBegun = false
  /** True if only the first and the last line are unindented, so that an unindented line ends even an invalid document. */
  private isIndented = true
  private isBroken = false

  /** @param line on which it begins */
  constructor(objects: ObjectReader, private readonly reject: Reject, private readonly line: number) {
    this.items = new JsonItems(objects, reject, line)
  }

  read(text: string, {begins, goesOn}: Piece): string | undefined {
    const {document} = this.items
    const isAtMargin = begins && this.isBegun && /^\S/.test(text)
    if (this.isBroken) return isAtMargin ? this.close(closing.test(text) ? '' : text) : undefined
    if (isAtMargin && text.startsWith('{"') && !document.isBetweenItems) {
      this.end()
      return text
    }
    this.isBegun = true
    this.isIndented &&= !isAtMargin || closing.test(text)
    const end = document.push(text)
    if (!goesOn) document.endLine()
    const isOver = this.isIndented && isAtMargin
    return end === undefined && !isOver ? undefined : this.leave(end === undefined ? '' : text.slice(end), isOver)
  }

  end(): void {
    this.items.readLastItem()
    if (!this.isBroken) this.reject(this.line, 'the document that begins here does not end')
    this.items.end()
  }

  private leave(rest: string, isOver: boolean): string | undefined {
    this.isBroken = !this.items.readDocument()
    return this.isBroken && this.isIndented && !isOver ? undefined : this.close(rest)
  }

  private close(rest: string): string {
    this.items.end()
    return rest
  }
}

/** A JSON document on a line that comes in pieces: `kubectl get --raw` prints all events of a cluster on one. */
export class OpenJsonLine implements OpenDocument {
  private readonly items: JsonItems
  private isEnded = false
  private isFollowed = false

  /** @param line of the log */
  constructor(objects: ObjectReader, private readonly reject: Reject, private readonly line: number) {
    this.items = new JsonItems(objects, reject, line)
  }

  read(text: string, {goesOn}: Piece): string | undefined {
    const end = this.isEnded ? 0 : this.items.document.push(text)
    this.isEnded ||= end !== undefined
    this.isFollowed ||= this.isEnded && text.slice(end).trim() !== ''
    if (goesOn) return undefined
    if (this.isFollowed) this.reject(this.line, 'not JSON')
    else this.items.readDocument()
    this.items.end()
    return ''
  }

  end(): void {
    this.read('', {begins: false, goesOn: false})
  }
}
