/** Formats a date as `yyyy-mm-dd`. All functions here compute in UTC, so that no time zone shifts a day. */
const text = (date: Date) => date.toISOString().slice(0, 10)

export function addDays(day: string, days: number): string {
  return text(new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000))
}

export function addMonths(month: string, months: number): string {
  return text(new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)) - 1 + months))).slice(0, 7)
}

/** Returns the weeks of a month, each from Sunday to Saturday; days of other months are null. */
export function weeksOf(month: string): (string | null)[][] {
  const first = `${month}-01`
  const empty = new Date(`${first}T00:00:00Z`).getUTCDay()
  const count = Number(addDays(`${addMonths(month, 1)}-01`, -1).slice(8))
  return Array.from({ length: Math.ceil((empty + count) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => {
      const number = week * 7 + weekday - empty
      return number >= 0 && number < count ? addDays(first, number) : null
    }),
  )
}
