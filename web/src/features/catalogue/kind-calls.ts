/** Calls per kind of curriculum; their response shapes are the same. */
export const kindCalls = {
  course: {
    list: 'GET /v1/course_list',
    classify: 'GET /v1/course_classify',
    info: 'GET /v1/course_info',
    chapters: 'GET /v1/course_chapter',
    favourite: 'POST /v1/course_collection',
  },
  ebook: {
    list: 'GET /v1/ebook_list',
    classify: 'GET /v1/ebook_classify',
    info: 'GET /v1/ebook_info',
    chapters: 'GET /v1/ebook_chapter',
    favourite: 'POST /v1/ebook_collection',
  },
  textbook: {
    list: 'GET /v1/textbooks_list',
    classify: 'GET /v1/textbooks_classify',
    info: 'GET /v1/textbooks_info',
    chapters: 'GET /v1/textbooks_chapter',
    favourite: 'POST /v1/textbooks_collection',
  },
  bank: {
    list: 'GET /v1/bank_list',
    classify: 'GET /v1/bank_classify',
    info: 'GET /v1/bank_info',
    chapters: 'GET /v1/bank_chapter',
    favourite: 'POST /v1/bank_collection',
  },
} as const
