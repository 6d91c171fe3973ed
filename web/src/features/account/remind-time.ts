const two = (number: number) => String(number).padStart(2, '0')

/** Hour and minute of a minute of the day as two digits each; minutes in steps of five, as the picker offers. */
export function hourAndMinute(minute: number): [string, string] {
  return [two(Math.floor(minute / 60)), two(Math.floor((minute % 60) / 5) * 5)]
}

/** Minute of the day of the picker's values. */
export function minuteOf([hour = '0', minute = '0']: readonly string[]): number {
  return Number(hour) * 60 + Number(minute)
}

/** Formats a minute of the day: 20:30. */
export const timeText = (minute: number) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
