import {Chalk, type ChalkInstance} from 'chalk'

/** Colours of a terminal, or none. */
export type Style = ChalkInstance

export const styleFor = (isColoured: boolean): Style => new Chalk({level: isColoured ? 1 : 0})
