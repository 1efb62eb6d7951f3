module pagewalk

go 1.26
