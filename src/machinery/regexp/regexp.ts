import {append} from '../collections/append.js'
import {type CharacterTest, parse, type Part, RegexpError} from './syntax.js'

/** An instruction of a program. Places are relative to the instruction. */
type Instruction =
  | {readonly kind: 'character', readonly test: CharacterTest}
  | {readonly kind: 'start' | 'end'}
  | {readonly kind: 'branch', readonly to: readonly number[]}

/** Limits of an expression from an untrusted file. */
export const regexpLimits = {characters: 1000, instructions: 10_000} as const

/** A regular expression in the syntax of Go's regexp that takes at most time proportional to its size and that of the text. */
export class Regexp {
  private constructor(private readonly program: readonly Instruction[]) {}

  /** Returns the expression, or its fault as text to print after it. */
  static compile(text: string): Regexp | string {
    if (text.length > regexpLimits.characters) return `is longer than ${regexpLimits.characters} characters`
    try {
      const part = parse(text)
      return sizeOf(part) > regexpLimits.instructions ? 'repeats too much: use smaller numbers in braces' : new Regexp(programOf(part))
    } catch (error) {
      if (error instanceof RegexpError) return error.message
      throw error
    }
  }

  /** True if any part of the text matches: runs all ways to match at the same time (Thompson's algorithm). */
  matches(text: string): boolean {
    const end = this.program.length
    let places = new Set<number>()
    let offset = 0
    for (const character of [...text, '']) {
      const reached = this.reachable([...places, 0], offset === 0, character === '')
      if (reached.has(end)) return true
      const code = character.codePointAt(0) ?? 0
      places = new Set([...reached].filter((place) => this.accepts(place, code)).map((place) => place + 1))
      offset++
    }
    return false
  }

  private accepts(place: number, code: number): boolean {
    const instruction = this.program[place]
    return instruction?.kind === 'character' && instruction.test(code)
  }

  /** The places that can be reached without a character. */
  private reachable(from: number[], isStart: boolean, isEnd: boolean): ReadonlySet<number> {
    const reached = new Set<number>()
    for (let place = from.pop(); place !== undefined; place = from.pop()) {
      if (reached.has(place)) continue
      reached.add(place)
      const instruction = this.program[place]
      if (instruction?.kind === 'branch') for (const step of instruction.to) from.push(place + step)
      else if ((instruction?.kind === 'start' && isStart) || (instruction?.kind === 'end' && isEnd)) from.push(place + 1)
    }
    return reached
  }
}

/** The number of instructions for a part, or more. */
function sizeOf(part: Part): number {
  switch (part.kind) {
    case 'sequence': case 'alternatives': return part.parts.reduce((sum, each) => sum + sizeOf(each) + 2, 0)
    case 'repeat': return (sizeOf(part.part) + 1) * (part.max === Infinity ? part.min + 1 : part.max) + 1
    default: return 1
  }
}

function programOf(part: Part): Instruction[] {
  switch (part.kind) {
    case 'sequence': return joined(part.parts.map(programOf))
    case 'alternatives': return part.parts.map(programOf).reduceRight(eitherOf)
    case 'repeat': return repeated(programOf(part.part), part.min, part.max)
    default: return [part]
  }
}

function joined(programs: readonly (readonly Instruction[])[]): Instruction[] {
  const all: Instruction[] = []
  for (const program of programs) append(all, program)
  return all
}

const eitherOf = (second: readonly Instruction[], first: readonly Instruction[]): Instruction[] =>
  joined([[branch(1, first.length + 2)], first, [branch(second.length + 1)], second])

function repeated(program: readonly Instruction[], min: number, max: number): Instruction[] {
  const needed = Array.from({length: min}, () => program)
  if (max === Infinity) return joined([...needed, [branch(1, program.length + 2)], program, [branch(-program.length - 1)]])
  // Each further repetition needs the one before it, so each branch skips the rest.
  const size = program.length + 1
  const further = Array.from({length: max - min}, (_, i) => joined([[branch(1, (max - min - i) * size)], program]))
  return joined([...needed, ...further])
}

const branch = (...to: readonly number[]): Instruction => ({kind: 'branch', to})
