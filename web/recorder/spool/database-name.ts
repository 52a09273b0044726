/** Apart from the database, so that a page can look whether there is one without loading the recorder. */
export const databaseName = 'kinora-recorder'
