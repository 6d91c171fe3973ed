/** First answers from which students are shown how others answered: with fewer, one answer moves the share too much. */
export const studentStatisticsFrom = 30
