"""Developer programs: draw files of the project, measure, collect translations. The application imports none of
them.
"""
