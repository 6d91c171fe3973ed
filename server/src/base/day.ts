const shanghai = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' })

/** Returns the current day in Shanghai, yyyy-mm-dd. */
export const shanghaiDay = (seconds: number) => shanghai.format(seconds * 1000)
