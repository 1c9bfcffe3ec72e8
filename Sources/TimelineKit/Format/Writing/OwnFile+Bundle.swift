extension OwnFile {
    package static func requireBundle(_ path: String) throws(FileError) {
        try requireReplaceable(path) { (file) throws(FileError) in
            var reader = JournalReader(file, file: path)
            guard case .line(let line)? = try reader.nextItem(), case .header(let header) = line.content else {
                return false
            }
            return header.bundle != nil
        }
    }
}
