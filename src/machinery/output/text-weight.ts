/** The number of characters of a text that count as one more item of a list whose length is limited. */
export const charactersOfItem = 1000

/** Returns the number of items that an item with a text counts: lists of long texts would exhaust memory within a limit on their length. */
export const weightOf = (text: string): number => 1 + Math.floor(text.length / charactersOfItem)
